// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/verdict/verdict_panel.h"

#include "core/analysis/steady_notes.h"
#include "ui/appearance.h"
#include "ui/class_swatch.h"
#include "ui/command_box.h"
#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/verdict/budget_bar.h"
#include "ui/panels/verdict/class_list.h"
#include "ui/table/elided_label.h"
#include "ui/window_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace nv {

namespace {

constexpr int kPrimaryPixels = 20;
constexpr int kSmallPixels = 12;

struct ClassBudget
{
    std::string_view id;
    BudgetClass cls;
};

constexpr std::array<ClassBudget, 9> kClassBudgets{
    {{"kernel-bound", BudgetClass::Compute},
     {"launch-overhead-bound", BudgetClass::Launch},
     {"transfer-bound", BudgetClass::Transfer},
     {"sync-bound", BudgetClass::Sync},
     {"host-bound", BudgetClass::Host},
     {"communication-bound", BudgetClass::Communication},
     {"device-wait", BudgetClass::Queue},
     {"compile-after-warm-up", BudgetClass::Compile},
     {"allocation-churn", BudgetClass::Alloc}}};

QString shareText(const Verdict& verdict, BudgetClass c)
{
    if (c == BudgetClass::Compute && !verdict.hasKernels)
        return QString::fromLatin1(classLabel(c)) + u" not recorded";
    return QString::fromLatin1(classLabel(c)) + u' ' + format::percent(verdict.budget.share(c));
}

QString deviceName(const TraceModel& trace, const DeviceBudget& budget)
{
    return u"GPU " + QString::fromStdString(trace.devices[budget.device()].label);
}

/// The next action without its command, which stands in a line of its own below.
QString actionText(const Verdict& verdict)
{
    QString text = QString::fromStdString(verdict.nextAction);
    const QString command = QString::fromStdString(verdict.command);
    if (!command.isEmpty() && text.endsWith(command))
        text.chop(command.size());
    return format::quoted(text.trimmed());
}

QLabel* newLabel(QWidget* parent, int pixels)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = label->font();
    font.setPixelSize(pixels);
    label->setFont(font);
    return label;
}

} // namespace

QString headlineShares(const Verdict& verdict)
{
    QString text;
    for (const ClassBudget& known : kClassBudgets) {
        if (known.id == verdict.primary && known.cls != BudgetClass::Compute)
            text = shareText(verdict, known.cls) + u" · ";
    }
    if (!verdict.hasKernels)
        return (text.isEmpty() ? text : text.chopped(3) + u" of the window · ")
               + shareText(verdict, BudgetClass::Compute);
    return text + shareText(verdict, BudgetClass::Compute) + u" of the window";
}

VerdictPanel::VerdictPanel(Document& document, QWidget* parent)
    : Panel(document, parent)
    , m_primary(newLabel(this, kPrimaryPixels))
    , m_beside(newLabel(this, 13))
    , m_window(new ElidedLabel(this))
    , m_reason(newLabel(this, 13))
    , m_bar(new BudgetBar(this))
    , m_next(newLabel(this, 13))
    , m_command(new CommandBox(CommandBox::Lines::One, this))
    , m_classes(new ClassList(this))
    , m_steady(newLabel(this, kSmallPixels))
    , m_notes(new QToolButton(this))
{
    m_primary->setWordWrap(false);
    m_primary->setObjectName(QStringLiteral("primary"));
    m_next->setObjectName(QStringLiteral("nextAction"));
    m_window->setObjectName(QStringLiteral("windowLine"));
    m_steady->setObjectName(QStringLiteral("steadyLine"));
    m_notes->setObjectName(QStringLiteral("notes"));
    for (QLabel* label : {m_steady, m_reason})
        label->setForegroundRole(QPalette::PlaceholderText);
    QFont bold = m_primary->font();
    bold.setBold(true);
    m_primary->setFont(bold);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 4, 12, 4);
    column->setSpacing(2);
    auto* headline = new QHBoxLayout;
    headline->setSpacing(12);
    headline->addWidget(m_primary, 0, Qt::AlignBaseline);
    headline->addWidget(m_beside, 1, Qt::AlignBaseline);
    column->addLayout(headline);
    addWindowLine(*column);
    column->addWidget(m_bar);
    column->addWidget(m_next);
    column->addWidget(m_command);
    column->addWidget(m_reason);
    column->addWidget(m_classes);
    column->addSpacing(8);
    column->addWidget(m_steady); // the proof comes last: the classes must be in sight
    column->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(scroll, 1);

    connect(&document, &Document::analysisChanged, this, &VerdictPanel::showTrace);
    connect(&document, &Document::verdictChanged, this, &VerdictPanel::showVerdict);
    connect(&document, &Document::staleChanged, this, &VerdictPanel::showStale);
    connect(&document, &Document::tablesChanged, this, &VerdictPanel::showNextAction);
    connect(m_classes, &ClassList::evidenceActivated, this,
            [this](const TimeRange& where) { this->document().revealRange(where); });
    connect(m_notes, &QToolButton::clicked, this,
            [this] { emit panelRequested(QStringLiteral("data-quality")); });
    showTrace();
    showVerdict();
}

/// The window the figures answer for, and what may spoil them.
void VerdictPanel::addWindowLine(QVBoxLayout& column)
{
    QFont font = m_window->font();
    font.setPixelSize(kSmallPixels);
    m_window->setFont(font);
    m_notes->setAutoRaise(true);
    m_notes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_notes->setToolTip(tr("What in this capture may spoil a figure"));
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_window, 1);
    line->addWidget(m_notes);
    column.addLayout(line);
}

void VerdictPanel::showTrace()
{
    const AnalysisPtr& analysis = document().analysis();
    if (!analysis)
        return;
    m_steady->setText(steadyText(analysis->steady));
    QString why = QString::fromStdString(analysis->steady.reason);
    if (const std::string doubt = warmUpDoubt(analysis->notes); !doubt.empty()) {
        m_steady->setText(m_steady->text() + tr(" · begins inside a range called warm-up"));
        why.prepend(QString::fromStdString(doubt) + u'\n');
    }
    m_steady->setToolTip(format::wrapped(why));
    const auto& notes = analysis->notes;
    m_notes->setText(notes.size() == 1 ? tr("1 note on the data")
                                       : tr("%1 notes on the data").arg(notes.size()));
    const Severity worst = notes.empty() ? Severity::Info : notes.front().severity;
    m_notes->setIcon(worst == Severity::Error     ? themedIcon("error", Role::Error)
                     : worst == Severity::Warning ? themedIcon("warning", Role::Warning)
                                                  : themedIcon("info", Role::TextMuted));
    m_next->clear();
    m_command->hide();
}

void VerdictPanel::showHeadline()
{
    const Verdict& verdict = document().verdict();
    const ClassFinding* primary = verdict.find(verdict.primary);
    const QString title =
        QString::fromStdString(primary != nullptr ? primary->title : verdict.primary);
    m_primary->setText(title.toUpper());
    m_beside->setText(verdict.budget.devices.empty() ? QString() : headlineShares(verdict));
    m_window->setLine(windowText(document().window()));
    m_reason->setText(format::quoted(QString::fromStdString(verdict.primaryReason)));
    // Of a class the list says why; mixed and cannot-tell have no row there.
    m_reason->setVisible(primary == nullptr && !verdict.primaryReason.empty());
    m_primary->setToolTip(QString::fromStdString(verdict.primaryReason));
}

void VerdictPanel::showVerdict()
{
    if (!document().analysis())
        return;
    showHeadline();
    const Verdict& verdict = document().verdict();
    QStringList names;
    for (const DeviceBudget& budget : verdict.budget.devices)
        names << deviceName(*document().trace(), budget);
    m_bar->setVisible(!names.isEmpty());
    m_bar->setBudget(verdict.budget, names);
    m_classes->setVerdict(verdict, document().tablesAreCurrent());
    showNextAction();
}

void VerdictPanel::showNextAction()
{
    if (!document().analysis())
        return;
    if (!document().tablesError().isEmpty()) {
        m_next->setText(document().tablesError());
        m_command->hide();
        return;
    }
    if (!document().tablesAreCurrent())
        return; // that of before stays until the new one is known
    const Verdict& verdict = document().verdict();
    m_next->setText(tr("Next: %1").arg(actionText(verdict)));
    m_next->setVisible(!verdict.nextAction.empty());
    m_command->setCommand(QString::fromStdString(verdict.command));
    m_command->setVisible(!verdict.command.empty());
}

void VerdictPanel::showStale()
{
    // Only what comes with the tables can be late; headline, bar and shares never are.
    const bool fresh = !document().tablesAreStale();
    m_next->setEnabled(fresh);
    m_command->setEnabled(fresh);
}

} // namespace nv
