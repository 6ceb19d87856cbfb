// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/nsys_version.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace nv::nsys {
namespace {

/// The first line of every report; behind it "1." until 2022, "2024@2@3@38-242334140272v0." since.
constexpr std::string_view kMagic = "NVIDIA Tegra Profiler Report ";
constexpr int kFirstYear = 2018;
constexpr int kLastYear = 2099;

/// A version that begins exactly here.
std::optional<NsysVersion> versionAt(std::string_view text)
{
    NsysVersion version;
    std::size_t count = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (count < version.parts.size()) {
        const auto [next, error] = std::from_chars(at, end, version.parts[count]);
        if (error != std::errc{})
            break;
        ++count;
        if (next == end || *next != '.' || next + 1 == end || !text::isDigit(next[1]))
            break;
        at = next + 1;
    }
    if (count < 2 || version.parts[0] < kFirstYear || version.parts[0] > kLastYear)
        return std::nullopt;
    return version;
}

std::string textOf(const NsysVersion& version, std::size_t parts)
{
    std::string out = std::to_string(version.parts[0]);
    for (std::size_t i = 1; i < parts; ++i)
        out += "." + std::to_string(version.parts[i]);
    return out;
}

} // namespace

std::optional<NsysVersion> findVersion(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!text::isDigit(text[i]) || (i > 0 && text::isDigit(text[i - 1])))
            continue;
        if (auto version = versionAt(text.substr(i)))
            return version;
    }
    return std::nullopt;
}

std::string fullText(const NsysVersion& version)
{
    return textOf(version, 4);
}

std::string shortText(const NsysVersion& version)
{
    return textOf(version, 3);
}

bool isReportHead(std::string_view head)
{
    return head.substr(0, kMagic.size()) == kMagic;
}

std::optional<NsysVersion> recordedVersion(std::string_view head)
{
    if (!isReportHead(head))
        return std::nullopt;
    head.remove_prefix(kMagic.size());
    std::string line(head.substr(0, head.find('\n')));
    std::replace(line.begin(), line.end(), '@', '.');
    return versionAt(line);
}

} // namespace nv::nsys
