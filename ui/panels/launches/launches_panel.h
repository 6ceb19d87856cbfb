// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// How long launches take: the call, the wait, the kernel.  A row leads to its longest kernel.
class LaunchesPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit LaunchesPanel(Document& document, QWidget* parent = nullptr);

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString remark(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
};

} // namespace nv
