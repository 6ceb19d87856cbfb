// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>

/// Where can something half-done lie that nobody else may see?  A folder of mode 0700 that goes
/// with the last copy of its handle, with everything in it.
/// A killed run cannot remove its folder: the name holds the process and the folder is locked while
/// it is in use, so that the next run knows what is left over, and removes it.
/// Errors: Io with one sentence.  Thread: a handle may be dropped on any thread.
namespace nv {

class PrivateFolder
{
public:
    /// Among the temporary files of the user.
    static Result<std::shared_ptr<PrivateFolder>> make();
    static Result<std::shared_ptr<PrivateFolder>> makeIn(const std::filesystem::path& base);

    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    explicit PrivateFolder(std::filesystem::path path);

    std::filesystem::path m_path;
    int m_lock = -1;
};

/// Removes what killed runs left in `base`; in use, or somebody else's: it stays.
void removeStaleFolders(const std::filesystem::path& base);
/// Among the temporary files of the user.
void removeStaleFolders();

} // namespace nv
