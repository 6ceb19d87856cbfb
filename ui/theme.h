// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

#include <QBrush>
#include <QColor>
#include <QPalette>

#include <array>
#include <string_view>
#include <vector>

namespace nv {

/// Colour roles of everything drawn by hand; the values are data (resources/themes/*.json).
enum class Role
{
    Background, ///< canvas
    Panel,      ///< docks, lane labels
    AltRow,
    Text,
    TextMuted,
    Line,       ///< 1 px separators
    Accent,     ///< the one accent: selection, window edges
    WindowTint, ///< over the window, translucent
    Dim,        ///< over what lies outside the window, translucent
    Warning,
    Error,
    Nvtx, ///< default colour of a range
    Api,  ///< launch-class calls
    OsRuntime,
    Overhead,
    Count
};

/// Light or dark, one at a time for the whole program.
/// Thread: GUI thread; values are copied out for workers.
class Theme
{
public:
    enum class Mode
    {
        Light,
        Dark
    };

    static const Theme& of(Mode mode); ///< both are always loadable: pictures choose their own
    static const Theme& current();
    static void setCurrent(Mode mode); ///< also sets the application's palette

    Mode mode() const { return m_mode; }

    QColor color(Role role) const { return m_roles.at(static_cast<std::size_t>(role)); }

    QColor budget(BudgetClass c) const { return m_budget.at(static_cast<std::size_t>(c)); }

    /// The class colour with its second cue (hatch, dots), so colour is never the only sign.
    /// Bars use paintClass (class_swatch.h), which adds the outline and the top line of some.
    QBrush budgetBrush(BudgetClass c) const;
    /// Hue by family, lightness by name: a kernel keeps its colour in every trace.
    QColor kernel(std::string_view shortName) const;
    /// Stable muted colour of an NVTX range by its text.
    QColor range(std::string_view text) const;
    QColor api(ApiClass c) const;
    /// Black or white, whichever reads better on `background` (at least 4.5:1).
    static QColor textOn(const QColor& background);
    QPalette palette() const;

private:
    explicit Theme(Mode mode);

    /// Colours made from a text: hue chosen by the caller, one of these lightnesses by hash.
    struct Ramp
    {
        std::vector<double> lightness; ///< CIE L*, 0..100
        double chroma = 0;             ///< CIE C*
    };

    Mode m_mode;
    std::array<QColor, static_cast<std::size_t>(Role::Count)> m_roles;
    std::array<QColor, kBudgetClasses> m_budget;
    Ramp m_kernel;
    Ramp m_range;
};

} // namespace nv
