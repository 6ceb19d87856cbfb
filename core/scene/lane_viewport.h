// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane_layout.h: moc 6.4 cannot read <compare> as the first header
#include "core/scene/lane_layout.h"

#include <span>

/// Which rows of the sheet stand where on a canvas that is scrolled?
/// Shape: pinned rows form a *band* at the top that does not scroll; the other rows move beneath
/// it.  A band that would take more than two thirds of the canvas scrolls with the rest: nothing
/// must become unreachable.  Unit: logical pixels from the canvas' top.
/// Cost: O(log rows).  Errors: none.  Thread: a value that refers to its layout.
namespace nv::scene {

class LaneViewport
{
public:
    LaneViewport(const LaneLayout& layout, int scroll, int height)
        : m_layout(layout)
        , m_scroll(scroll)
        , m_height(height)
        , m_band(layout.pinnedHeight() * 3 <= height * 2 ? layout.pinnedHeight() : 0)
    {}

    /// 0 without pinned rows.
    int bandHeight() const { return m_band; }

    bool isInBand(const LayoutRow& row) const { return row.y < m_band; }

    int yOf(const LayoutRow& row) const { return isInBand(row) ? row.y : row.y - m_scroll; }

    /// Null outside the sheet.
    const LayoutRow* rowAt(int y) const
    {
        return m_layout.rowAt(y >= 0 && y < m_band ? y : y + m_scroll);
    }

    std::span<const LayoutRow> pinned() const { return m_layout.visible(0, m_band); }

    /// The rows below the band; the first may reach beneath it.
    std::span<const LayoutRow> scrolled() const
    {
        return m_layout.visible(m_scroll + m_band, m_scroll + m_height);
    }

    bool isWhole(const LayoutRow& row) const ///< nothing of it is cut off
    {
        return isInBand(row) || (yOf(row) >= m_band && yOf(row) + row.height <= m_height);
    }

private:
    const LaneLayout& m_layout;
    int m_scroll;
    int m_height;
    int m_band;
};

} // namespace nv::scene
