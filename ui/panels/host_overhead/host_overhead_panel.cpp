// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/host_overhead/host_overhead_panel.h"

#include "ui/document.h"
#include "ui/jobs/latest_job.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/elided_label.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"
#include "ui/window_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace nv {
namespace {

constexpr int kVerdictPixels = 16;
constexpr int kSmallPixels = 12;

QLabel* newLabel(int pixels, const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = label->font();
    font.setPixelSize(pixels);
    label->setFont(font);
    return label;
}

} // namespace

HostOverheadPanel::HostOverheadPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
    , m_job(std::make_unique<LatestJob>())
    , m_caption(new ElidedLabel)
    , m_verdict(newLabel(kVerdictPixels, "hostVerdict"))
    , m_detail(newLabel(kSmallPixels, "hostDetail"))
    , m_phaseTime(new QComboBox)
    , m_metrics(new TableView)
    , m_devices(new TableView)
    , m_message(newStateMessage())
{
    m_late.setSingleShot(true);
    m_late.setInterval(kStaleMs);
    connect(&m_late, &QTimer::timeout, this, [this] { dim(isBehind()); });
    m_metrics->setFirstSort(0, Qt::AscendingOrder);
    m_devices->setFirstSort(0, Qt::AscendingOrder);
    m_metrics->setAccessibleName(tr("Host-overhead metrics"));
    m_devices->setAccessibleName(tr("Host overhead per device"));
    m_phaseTime->addItem(tr("phases: the steps' ranges"));
    m_phaseTime->addItem(tr("phases: step to step"));
    m_phaseTime->setToolTip(tr("The time a phase is asked about: what its markers span, or each "
                               "step until the next one begins."));
    buildLayout();
    connect(m_phaseTime, &QComboBox::currentIndexChanged, this, &HostOverheadPanel::showAnswer);
    connect(&from, &Document::analysisChanged, this, [this] {
        m_job->cancel();
        m_answer = {};
        showAnswer();
        ask();
    });
    connect(&from, &Document::windowChanged, this, &HostOverheadPanel::ask);
    showAnswer();
}

HostOverheadPanel::~HostOverheadPanel() = default;

void HostOverheadPanel::buildLayout()
{
    QFont bold = m_verdict->font();
    bold.setBold(true);
    m_verdict->setFont(bold);
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    auto* top = new QHBoxLayout;
    top->addWidget(m_caption, 1);
    top->addWidget(m_phaseTime);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_verdict);
    column->addWidget(m_detail);
    auto* tables = new QSplitter(Qt::Vertical);
    tables->setChildrenCollapsible(false);
    tables->addWidget(m_metrics);
    tables->addWidget(m_devices);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 1);
    column->addWidget(tables, 1);
    m_message->setTextInteractionFlags(Qt::TextBrowserInteraction); // the command can be copied
    column->addWidget(m_message, 1);
    m_tables = tables;
}

QString HostOverheadPanel::messageText() const
{
    return m_message->text();
}

QString HostOverheadPanel::verdictText() const
{
    return m_verdict->text();
}

QString HostOverheadPanel::detailText() const
{
    return m_detail->text();
}

bool HostOverheadPanel::isBehind() const
{
    return document().analysis() != m_answer.analysis
           || (m_answer.analysis && m_answer.window.range != document().window().range);
}

void HostOverheadPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    ask();
}

void HostOverheadPanel::ask()
{
    if (!isVisible() || !document().analysis() || !isBehind())
        return;
    if (!m_late.isActive())
        m_late.start();
    m_job->follow(
        [analysis = document().analysis(),
         window = document().window()](const std::stop_token& stop) -> HostAnswer {
            Result<HostOverhead> host = hostOverhead(*analysis, window, {}, stop);
            if (!host)
                return {};
            return {analysis, window,
                    std::make_shared<const HostOverhead>(std::move(host.value()))};
        },
        [this](HostAnswer answer) { take(std::move(answer)); });
}

void HostOverheadPanel::take(HostAnswer answer)
{
    if (!answer.host || answer.analysis != document().analysis())
        return;
    m_answer = std::move(answer);
    dim(false);
    if (isBehind())
        m_late.start();
    else
        m_late.stop();
    showAnswer();
}

void HostOverheadPanel::showAnswer()
{
    const bool isThere = m_answer.host != nullptr;
    m_phaseTime->setVisible(isThere && !m_answer.host->phases.empty());
    if (!isThere) {
        m_caption->setLine({});
        m_verdict->setText(document().analysis() ? tr("Being computed …")
                                                 : tr("Open a capture to see its host overhead."));
        m_detail->clear();
        m_metrics->table().setTable({});
        m_devices->table().setTable({});
        showMessage({});
        return;
    }
    m_caption->setLine(windowText(m_answer.window));
    m_verdict->setText(hostVerdictText(m_answer));
    m_detail->setText(hostDetailText(m_answer));
    m_metrics->table().setTable(hostMetricTable(m_answer, m_phaseTime->currentIndex() == 1));
    m_devices->table().setTable(hostDeviceTable(m_answer));
    const bool isEmpty = !m_answer.host->isYes && m_answer.host->devices.empty();
    showMessage(isEmpty ? noKernelSentence(m_answer.trace()) : QString());
    m_detail->setVisible(!isEmpty); // it would say the same once more
}

void HostOverheadPanel::showMessage(const QString& html)
{
    m_message->setText(html);
    m_message->setVisible(!html.isEmpty());
    m_tables->setVisible(html.isEmpty());
}

void HostOverheadPanel::dim(bool isDim)
{
    for (QWidget* late : {static_cast<QWidget*>(m_verdict), static_cast<QWidget*>(m_detail),
                          static_cast<QWidget*>(m_metrics), static_cast<QWidget*>(m_devices)})
        late->setEnabled(!isDim);
}

} // namespace nv
