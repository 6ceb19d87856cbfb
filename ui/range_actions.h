// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace nv {

class Document;

/// What keys, menus and the dock do with named ranges.  Without an open capture nothing.
/// Thread: GUI thread.

void keepWindow(Document& document);           ///< the window becomes a named range
void storeWindow(Document& document, int key); ///< the window becomes the range of this key
void jumpToKey(Document& document, int key);   ///< says so when there is none
void jumpToRange(Document& document, std::uint64_t id); ///< window := range, and into view

} // namespace nv
