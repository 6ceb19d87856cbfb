// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/side_strip.h"

#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/compare/time_link.h"
#include "ui/table/elided_label.h"
#include "ui/window_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace nv {

namespace {

constexpr int kStripMargin = 8;

QToolButton* newButton(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

} // namespace

SideStrip::SideStrip(const QString& letter, ComparePair& pair, Document& document, QWidget* parent)
    : QWidget(parent)
    , m_pair(pair)
    , m_document(document)
    , m_line(new ElidedLabel(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    auto* sign = new QLabel(letter, this);
    QFont bold = sign->font();
    bold.setBold(true);
    sign->setFont(bold);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kStripMargin, 2, kStripMargin, 2);
    row->setSpacing(kStripMargin);
    row->addWidget(sign);
    row->addWidget(m_line, 1);
    connect(&document, &Document::analysisChanged, this, &SideStrip::refresh);
    connect(&document, &Document::windowChanged, this, &SideStrip::refresh);
    connect(&pair, &ComparePair::answered, this, &SideStrip::refresh);
    refresh();
}

void SideStrip::refresh()
{
    const TraceModel* trace = m_document.trace();
    if (trace == nullptr) {
        m_line->setLine({});
        return;
    }
    QStringList parts{QString::fromStdString(trace->capture.fileName)};
    if (!trace->devices.empty() && !trace->devices.front().name.empty())
        parts << QString::fromStdString(trace->devices.front().name);
    parts << windowLine();
    m_line->setLine(parts.join(QStringLiteral(" · ")));
}

/// The steps are those of the figures below; while these are behind the windows, none.
QString SideStrip::windowLine() const
{
    const Window& window = m_document.window();
    const CompareAnswerPtr& answer = m_pair.answer();
    if (!answer || !answer->comparison.hasSteps)
        return windowText(window);
    const Comparison& found = answer->comparison;
    return windowText(window,
                      m_pair.isCurrent()
                          ? tr("%1 compared")
                                .arg(QString::fromStdString(comparedCountText(
                                    &m_document == m_pair.target() ? found.target : found.base)))
                          : QString());
}

QString SideStrip::text() const
{
    return m_line->text();
}

void SideStrip::addControls(TimeLink& link)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QStringLiteral("link"));
    box->setAccessibleName(tr("How the two timelines are linked"));
    box->setToolTip(format::wrapped(
        tr("By step: the beginning of a step stands above that of the step it is "
           "compared with; without steps, and by time, the beginnings of the windows "
           "stand above one another.")));
    box->addItem(tr("Linked by step"), static_cast<int>(LinkBy::Steps));
    box->addItem(tr("Linked by time"), static_cast<int>(LinkBy::Time));
    box->addItem(tr("Not linked"), static_cast<int>(LinkBy::Nothing));
    box->setCurrentIndex(box->findData(static_cast<int>(link.by())));
    box->setFocusPolicy(Qt::TabFocus); // the wheel over the timelines is theirs
    connect(box, &QComboBox::currentIndexChanged, &link, [box, &link](int index) {
        link.setBy(static_cast<LinkBy>(box->itemData(index).toInt()));
    });
    auto* steps = new QLabel(this);
    steps->setObjectName(QStringLiteral("linkedSteps"));
    steps->setToolTip(
        format::wrapped(tr("The beginnings of these two steps stand above one another: the pair in "
                           "the middle of the view, by the numbers in the step lists. Steps beside "
                           "them are apart by as much as one of the two is longer.")));
    const auto showSteps = [steps, &link] {
        steps->setText(link.stepsText());
        steps->setVisible(!link.stepsText().isEmpty());
    };
    connect(&link, &TimeLink::stepsTextChanged, steps, showSteps);
    showSteps();
    QToolButton* swap =
        newButton(tr("Swap"), tr("B becomes the open capture and A the other"), this);
    swap->setObjectName(QStringLiteral("swapCompared"));
    QToolButton* end = newButton(tr("End"), tr("Close B; A stays open"), this);
    end->setObjectName(QStringLiteral("endCompared"));
    // Later: what answers deletes the buttons.
    connect(swap, &QToolButton::clicked, &m_pair, &ComparePair::swapRequested,
            Qt::QueuedConnection);
    connect(end, &QToolButton::clicked, &m_pair, &ComparePair::end, Qt::QueuedConnection);
    for (QWidget* control : {static_cast<QWidget*>(steps), static_cast<QWidget*>(box),
                             static_cast<QWidget*>(swap), static_cast<QWidget*>(end)})
        layout()->addWidget(control);
}

} // namespace nv
