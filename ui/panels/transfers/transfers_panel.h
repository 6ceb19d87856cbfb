// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// What moves between host and device, what of it nothing hides, and what moves in every step.
/// A row leads to its longest copy; a copy picked on the timeline highlights its row.
class TransfersPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit TransfersPanel(Document& document, QWidget* parent = nullptr);

    QString detailText() const;

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
    void showDetails(const Answer& answer, std::optional<std::size_t> row) override;

private:
    QLabel* m_detail;
};

} // namespace nv
