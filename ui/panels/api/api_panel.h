// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// Which CUDA calls the host spends its time in, and how much device idle time each explains.
/// A row leads to its longest call; a call or op picked on the timeline highlights its row.
class ApiPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit ApiPanel(Document& document, QWidget* parent = nullptr);

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
};

} // namespace nv
