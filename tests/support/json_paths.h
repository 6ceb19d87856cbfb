// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace nv::test {

/// Every path to a number, text or truth value of a JSON.
inline void listPaths(const nlohmann::json& node, const std::string& path,
                      std::vector<std::string>& out)
{
    if (node.is_null())
        return; // may stand for a whole object or list
    if (!node.is_structured()) {
        out.push_back(path);
        return;
    }
    std::size_t i = 0;
    for (const auto& [key, child] : node.items()) {
        const std::string name = node.is_array() ? std::to_string(i++) : key;
        listPaths(child, path.empty() ? name : path + "." + name, out);
    }
}

} // namespace nv::test
