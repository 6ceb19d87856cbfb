// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/report_form.h"

#include "core/analysis/stats/report_group.h"
#include "ui/table/event_names.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace nv {
namespace {

constexpr int kArgumentWidth = 56;

QStringList words(std::string_view text)
{
    return fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

/// Not the button's own menu: that would draw a second arrow.
void popUpBelow(QMenu& menu, const QWidget& button)
{
    menu.popup(button.mapToGlobal(QPoint(0, button.height() + 1)));
}

ReportForm::ReportForm(QWidget* parent)
    : QWidget(parent)
    , m_button(new QToolButton)
    , m_menu(new QMenu(this))
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addWidget(m_button);
    connect(m_button, &QToolButton::clicked, this, [this] { popUpBelow(*m_menu, *m_button); });
    m_button->setAutoRaise(false);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setToolTip(tr("How names are written"));
    m_menu->setToolTipsVisible(true);
    m_forms << addForm(tr("Demangled"), "", tr("The whole C++ signature: nsys' own form."))
            << addForm(tr("Short"), "base",
                       tr("The name without namespaces, templates and "
                          "parameters (:base)."))
            << addForm(tr("Mangled"), "mangled",
                       tr("As the linker knows it (:mangled); the "
                          "demangled one where a kernel has none."));
    m_forms.front()->setChecked(true);
    m_menu->addSeparator();
    m_behindRange = m_menu->addAction(tr("Behind the NVTX range of the launch"));
    m_behindRange->setCheckable(true);
    m_behindRange->setToolTip(tr("range/kernel: the same kernel in two ranges is two rows "
                                 "(:nvtx-name)."));
    connect(m_behindRange, &QAction::triggered, this, [this] {
        updateText();
        emit changed();
    });
    m_menu->addSeparator();
    m_rules = m_menu->addAction(QString());
    m_rules->setCheckable(true);
    connect(m_rules, &QAction::triggered, this, &ReportForm::rulesWanted);
    QAction* file = m_menu->addAction(tr("Choose a rules file …"));
    file->setToolTip(tr("Lines of a regular expression, a tab or a space, and the label that is "
                        "shown for names in which it is found."));
    connect(file, &QAction::triggered, this, &ReportForm::rulesFileWanted);
    setRules({}, false);
}

QAction* ReportForm::addForm(const QString& title, const char* form, const QString& tip)
{
    auto* group = m_forms.isEmpty() ? new QActionGroup(this) : m_forms.front()->actionGroup();
    QAction* action = m_menu->addAction(title);
    action->setActionGroup(group);
    action->setCheckable(true);
    action->setData(QString::fromLatin1(form));
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this] {
        updateText();
        emit changed();
    });
    return action;
}

void ReportForm::setReport(const StatsReport& report)
{
    m_report = &report;
    const QStringList forms = words(report.forms);
    for (QAction* form : std::as_const(m_forms)) {
        const QString word = form->data().toString();
        form->setEnabled(word.isEmpty() || forms.contains(word));
        if (form->isChecked() && !form->isEnabled())
            m_forms.front()->setChecked(true);
    }
    m_behindRange->setEnabled(forms.contains(QStringLiteral("nvtx-name")));
    addArguments();
    updateText();
}

void ReportForm::addArguments()
{
    qDeleteAll(m_arguments);
    m_arguments.clear();
    for (const std::string& argument : reportArguments(*m_report)) {
        const QString name = QString::fromStdString(argument);
        auto* line = new QLineEdit;
        line->setObjectName(name);
        line->setPlaceholderText(name);
        line->setToolTip(tr("%1: a whole number, empty for nsys' default").arg(name));
        line->setAccessibleName(name);
        line->setFixedWidth(kArgumentWidth);
        line->setValidator(new QIntValidator(line));
        m_layout->addWidget(line);
        m_arguments << line;
        connect(line, &QLineEdit::editingFinished, this, [this, line] {
            // Also emitted when the focus only passes through.
            if (line->property("asked").toString() == line->text())
                return;
            line->setProperty("asked", line->text());
            emit changed();
        });
    }
}

QString ReportForm::suffix() const
{
    QString out;
    if (m_behindRange->isEnabled() && m_behindRange->isChecked())
        out += QStringLiteral(":nvtx-name");
    for (const QAction* form : m_forms) {
        if (form->isChecked() && form->isEnabled() && !form->data().toString().isEmpty())
            out += QLatin1Char(':') + form->data().toString();
    }
    for (const QLineEdit* line : m_arguments) {
        if (!line->text().isEmpty() && line->hasAcceptableInput())
            out += QLatin1Char(':') + line->objectName() + QLatin1Char('=') + line->text();
    }
    return out;
}

StatsRequest ReportForm::request() const
{
    const std::string name(m_report->name);
    const auto asked = parseStatsRequest(name + suffix().toStdString());
    if (asked)
        return asked.value();
    StatsRequest plain;
    plain.report = m_report;
    plain.text = name;
    return plain;
}

void ReportForm::setRules(const QString& file, bool areUsed)
{
    m_rules->setEnabled(!file.isEmpty());
    m_rules->setChecked(areUsed);
    m_rules->setText(file.isEmpty() ? tr("Labels of a rules file")
                                    : tr("Labels of %1").arg(QFileInfo(file).fileName()));
    updateText();
}

void ReportForm::updateText()
{
    QString form = m_forms.front()->text();
    for (const QAction* action : std::as_const(m_forms)) {
        if (action->isChecked())
            form = action->text();
    }
    QString text = tr("Names: %1").arg(form.toLower());
    if (m_behindRange->isEnabled() && m_behindRange->isChecked())
        text += tr(" in ranges");
    if (m_rules->isChecked() && m_rules->isEnabled())
        text += tr(" + labels");
    m_button->setText(text + QStringLiteral(" ▾"));
}

QString ReportForm::text() const
{
    return m_button->text();
}

} // namespace nv
