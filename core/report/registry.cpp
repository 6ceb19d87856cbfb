// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <array>

namespace nv {

std::span<const Report> reports()
{
    static constexpr std::array kReports{
        Report{"json", "JSON", "json", jsonReport},
        Report{"markdown", "Markdown", "md", markdownReport},
        Report{"html", "Web page", "html", htmlReport},
    };
    return kReports;
}

const Report* findReport(std::string_view id)
{
    for (const Report& report : reports())
        if (report.id == id)
            return &report;
    return nullptr;
}

} // namespace nv
