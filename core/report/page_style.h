// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// How does a page look, and what can be done with it?  One style for both themes and for paper, and
/// a script that sorts tables; the page loads nothing, so that it can be attached to a review and
/// opened anywhere.  Thread: constants.
namespace nv::page {

/// Up to and with the style; the title follows.
extern const std::string_view kHead;
/// The only script the page allows itself, by its hash in the head.
extern const std::string_view kScript;

} // namespace nv::page
