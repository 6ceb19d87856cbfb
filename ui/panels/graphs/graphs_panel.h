// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"
#include "ui/panels/graphs/graph_tables.h"

#include <QTimer>

class QLabel;

namespace nv {

class ElidedLabel;
class LatestJob;
class TableView;

/// How much of the work CUDA graphs hold, what is launched beside them, what their nodes cost, and
/// which block of the kernels that repeat in a step loses time.  Asked on a worker while the panel
/// can be seen; an answer that is behind the window for 150 ms is dimmed.
class GraphsPanel : public Panel
{
    Q_OBJECT
public:
    explicit GraphsPanel(Document& document, QWidget* parent = nullptr);
    ~GraphsPanel() override;

    TableView& eager() const { return *m_eager.view; }

    TableView& nodes() const { return *m_nodes.view; }

    TableView& pattern() const { return *m_pattern.view; }

    QString headline() const;
    /// Why there are no rows at all, in the place of the tables; empty while there are.
    QString messageText() const;
    QString patternText() const;
    bool isBehind() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Part ///< a table under its caption
    {
        QWidget* box = nullptr;
        ElidedLabel* caption = nullptr;
        TableView* view = nullptr;
    };

    static Part newPart(const QString& name);
    void buildLayout();
    void connectRows();
    void ask();
    void take(GraphAnswer answer);
    void showAnswer();
    void dim(bool isDim);
    void showMessage(const QString& html);

    GraphAnswer m_answer;
    std::unique_ptr<LatestJob> m_job;
    QTimer m_late;
    ElidedLabel* m_caption;
    QLabel* m_headline;
    QLabel* m_message;
    QWidget* m_tables = nullptr;
    Part m_eager;
    Part m_nodes;
    Part m_pattern;
};

} // namespace nv
