// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

/// Which nsys is this, and which one recorded that report?
/// Shape: up to four numbers, compared from the left; 2024.2.3.38.  Errors: nullopt for a text
/// without a version.  Thread: pure.  Source: nsys.md 6.
namespace nv::nsys {

struct NsysVersion
{
    std::array<int, 4> parts{};

    friend auto operator<=>(const NsysVersion&, const NsysVersion&) = default;
};

/// The first version in a text: "NVIDIA Nsight Systems version 2024.2.3.38-2423…" is 2024.2.3.38.
std::optional<NsysVersion> findVersion(std::string_view text);

/// "2024.2.3.38"
std::string fullText(const NsysVersion& version);
/// "2024.2.3": what people install.
std::string shortText(const NsysVersion& version);

/// Do the first bytes of a file say that it is a report?
bool isReportHead(std::string_view head);

/// Who recorded a report, from its first bytes; nsys before 2023 does not say.
std::optional<NsysVersion> recordedVersion(std::string_view head);

} // namespace nv::nsys
