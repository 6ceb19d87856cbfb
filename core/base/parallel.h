// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

/// Runs pieces of work that do not depend on each other on as many threads as there are cores.
/// Shape: tasks are begun in order, each once; the caller works too and returns when all have ended.
/// Errors: what a task throws is thrown on, once the others have ended.
/// Thread: tasks must not touch what another one writes.
namespace nv {

using Tasks = std::vector<std::function<void()>>;

void runTasks(const Tasks& tasks);

} // namespace nv
