// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// When the devices had nothing to do, for how long, and what the host was doing meanwhile.
/// A row leads to the stretch of time; an op or call picked on the timeline highlights the gap it
/// ends.
class GapsPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit GapsPanel(Document& document, QWidget* parent = nullptr);

    TableView& buckets() { return *m_buckets; }

    TableView& causes() { return *m_causes; }

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    QString remark(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
    void showDetails(const Answer& answer, std::optional<std::size_t> row) override;

private:
    TableView* m_buckets;
    TableView* m_causes;
};

} // namespace nv
