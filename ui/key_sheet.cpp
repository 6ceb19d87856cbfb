// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/key_sheet.h"

#include "ui/commands/commands.h"

#include <QApplication>
#include <QDialog>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace nv {

namespace {

constexpr int kKeysWidth = 220;

/// What no command does: it takes a place, too.
KeySection mouseSection()
{
    const auto tr = [](const char* text) { return QObject::tr(text); };
    return {tr("Mouse and touchpad"),
            {{tr("Drag"), tr("set the window; its edges and body can be dragged afterwards")},
             {tr("Alt while dragging"), tr("do not snap to steps and events")},
             {tr("Shift + drag, middle drag"), tr("pan")},
             {tr("Ctrl + drag"), tr("zoom to a stretch")},
             {tr("Ctrl + wheel, pinch"), tr("zoom at the pointer")},
             {tr("Wheel"), tr("scroll the lanes")},
             {tr("Shift + wheel, wheel to the side"), tr("pan; a touchpad keeps its direction")},
             {tr("Ctrl + Shift + wheel"), tr("height of the rows")},
             {tr("Click"), tr("select; its launch or its kernel is marked as well")},
             {tr("Double click"), tr("zoom to the event, again: back")},
             {tr("Click on a flag"), tr("choose it; a double click makes a range the window")},
             {tr("Right button"), tr("what can be done with the event, the row, the lane")}}};
}

/// Nine commands of nine digits are one line while their keys are the standard.
bool isFurtherDigit(const Commands& commands, const Command& command)
{
    const bool isDigit = command.id.startsWith(QLatin1String("range.jump-"))
                         || command.id.startsWith(QLatin1String("range.store-"));
    return isDigit && commands.isStandard(command);
}

std::pair<QString, QString> lineOf(const Commands& commands, const Command& command)
{
    const QString keys = keysText(command.keys);
    if (isFurtherDigit(commands, command))
        return {keys % QStringLiteral(" … 9"), commands.titleOf(command) % QStringLiteral(" … 9")};
    return {keys, commands.titleOf(command)};
}

} // namespace

QList<KeySection> keySections(const Commands& commands)
{
    QList<KeySection> sections{mouseSection()};
    for (const Command& command : commands.all()) {
        const bool isFurther =
            isFurtherDigit(commands, command) && !command.id.endsWith(QLatin1String("-1"));
        if (command.keys.isEmpty() || isFurther)
            continue;
        const auto same = [&command](const KeySection& section) {
            return section.title == command.group;
        };
        auto section = std::find_if(sections.begin(), sections.end(), same);
        if (section == sections.end())
            section = sections.insert(sections.end(), {command.group, {}});
        section->lines << lineOf(commands, command);
    }
    return sections;
}

void showKeySheet(const Commands& commands, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("keySheet"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("Keys and mouse"));
    auto* content = new QWidget(dialog);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(16, 12, 16, 16);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(4);
    grid->setColumnMinimumWidth(0, kKeysWidth);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const KeySection& section : keySections(commands)) {
        auto* title = new QLabel(section.title, content);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        title->setContentsMargins(0, row == 0 ? 0 : 12, 0, 0);
        grid->addWidget(title, row++, 0, 1, 2);
        for (const auto& [keys, what] : section.lines) {
            grid->addWidget(new QLabel(keys, content), row, 0);
            grid->addWidget(new QLabel(what, content), row++, 1);
        }
    }
    auto* scroll = new QScrollArea(dialog);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* whole = new QVBoxLayout(dialog);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    dialog->resize(content->sizeHint().width() + 24, 640);
    dialog->show();
}

void showAbout(QWidget* parent)
{
    auto* box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(QObject::tr("About nsys-verdict"));
    box->setText(QObject::tr("nsys-verdict %1").arg(QApplication::applicationVersion()));
    box->setInformativeText(
        QObject::tr("Says where the wall clock of a GPU program went, from traces of NVIDIA "
                    "Nsight Systems.\n\nFree software: GNU General Public Licence, version 3 or "
                    "later. Not affiliated with NVIDIA."));
    box->setModal(false);
    box->show();
}

} // namespace nv
