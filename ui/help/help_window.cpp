// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_window.h"

#include "ui/commands/commands.h"
#include "ui/key_sheet.h"

#include <QFile>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace nv {

namespace {

constexpr QSize kSize(760, 640);
constexpr int kMargin = 16;

/// Keys hold characters that mean something in Markdown.
QString literal(const QString& text)
{
    QString out;
    for (const QChar c : text) {
        if (QStringLiteral("\\`*_{}[]()#+-.!|<>~").contains(c))
            out += u'\\';
        out += c;
    }
    return out;
}

QString keysPart(const Commands& commands)
{
    QString text = QStringLiteral("\n## Keys and mouse\n");
    for (const KeySection& section : keySections(commands)) {
        text += QStringLiteral("\n### ") % literal(section.title)
                % QStringLiteral("\n\n| keys | what |\n|---|---|\n");
        for (const auto& [keys, what] : section.lines)
            text += QStringLiteral("| ") % literal(keys) % QStringLiteral(" | ") % literal(what)
                    % QStringLiteral(" |\n");
    }
    return text;
}

QString page()
{
    QFile file(QStringLiteral(":/help/help.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

HelpWindow::HelpWindow(const Commands& commands, QWidget* parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_text(new QTextBrowser(this))
{
    setWindowTitle(tr("Help"));
    resize(kSize);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false); // nothing here leads elsewhere
    m_text->setAccessibleName(tr("Help"));
    m_text->document()->setDocumentMargin(kMargin);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_text);
    connect(&m_commands, &Commands::changed, this, &HelpWindow::fill);
    fill();
}

void HelpWindow::fill()
{
    const int place = m_text->verticalScrollBar()->value();
    m_text->setMarkdown(page() + keysPart(m_commands));
    m_text->verticalScrollBar()->setValue(place);
}

} // namespace nv
