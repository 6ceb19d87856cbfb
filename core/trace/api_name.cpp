// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/api_name.h"

namespace nv {

std::string apiBaseName(std::string_view name)
{
    std::size_t digits = 0;
    while (digits < name.size() && name[name.size() - 1 - digits] >= '0'
           && name[name.size() - 1 - digits] <= '9')
        ++digits;
    if (digits > 0 && name.substr(0, name.size() - digits).ends_with("_v"))
        name.remove_suffix(digits + 2);
    if (name.ends_with("_ptsz") || name.ends_with("_ptds"))
        name.remove_suffix(5);
    return std::string(name);
}

std::string_view nsysStrippedName(std::string_view name)
{
    if (name.size() >= 6 && name.substr(name.size() - 6, 2) == "_v")
        name.remove_suffix(6);
    return name;
}

} // namespace nv
