// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/text_columns.h"

#include <algorithm>
#include <array>

namespace nv::nsys {
namespace {

/// Ends of the names.
constexpr std::array<std::string_view, 24> kTextColumns{
    "nameid",        "textid",      "filenameid", "argumentsid",  "stringid",    "messageid",
    "descriptionid", "pathid",      "labelid",    "keyid",        "contentid",   "demangledname",
    "shortname",     "mangledname", "kernelname", "srcfile",      "funcname",    "varname",
    "symbol",        "module",      "taskname",   "providername", "description", "cpuinstruction"};

} // namespace

bool isTextColumn(std::string_view column)
{
    return std::any_of(kTextColumns.begin(), kTextColumns.end(),
                       [column](std::string_view end) { return column.ends_with(end); });
}

std::string lowerAscii(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

} // namespace nv::nsys
