// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"
#include "ui/panels/host_overhead/host_tables.h"

#include <QTimer>

class QComboBox;
class QLabel;

namespace nv {

class ElidedLabel;
class LatestJob;
class TableView;

/// Is the host holding the GPU back, in which phase: M1 to M5 of the window, their votes, and the
/// same per phase and per device.  Asked on a worker while the panel can be seen; an answer that is
/// behind the window for 150 ms is dimmed.
class HostOverheadPanel : public Panel
{
    Q_OBJECT
public:
    explicit HostOverheadPanel(Document& document, QWidget* parent = nullptr);
    ~HostOverheadPanel() override;

    TableView& metrics() { return *m_metrics; }

    TableView& devices() { return *m_devices; }

    QString verdictText() const;
    QString detailText() const;
    /// Why there are no rows at all, in the place of the tables; empty while there are.
    QString messageText() const;
    bool isBehind() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void ask();
    void take(HostAnswer answer);
    void showAnswer();
    void dim(bool isDim);
    void showMessage(const QString& html);

    HostAnswer m_answer;
    std::unique_ptr<LatestJob> m_job;
    QTimer m_late;
    ElidedLabel* m_caption;
    QLabel* m_verdict;
    QLabel* m_detail;
    QComboBox* m_phaseTime;
    TableView* m_metrics;
    TableView* m_devices;
    QLabel* m_message;
    QWidget* m_tables = nullptr;
};

} // namespace nv
