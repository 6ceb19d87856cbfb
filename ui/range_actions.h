// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace nv {

class Document;

/// What keys, menus and the dock do with named ranges.  Without an open capture nothing.
/// Thread: GUI thread.

/// The window becomes a named range.  Its id, or that of the range that is this stretch already; 0
/// for a window without length, which is said.
std::uint64_t keepWindow(Document& document);
void storeWindow(Document& document, int key); ///< the window becomes the range of this key
void jumpToKey(Document& document, int key);   ///< says so when there is none
void jumpToRange(Document& document, std::uint64_t id); ///< window := range, and into view

} // namespace nv
