// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe.h"

#include <iostream>

/// nv-make-trace RECIPE OUT.sqlite: makes the bundled sample at build time, and any other trace a
/// recipe describes.
int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "Usage: nv-make-trace RECIPE OUT.sqlite\n";
        return 2;
    }
    const nv::Result<nv::TraceMaker> trace = nv::makeTraceFromFile(argv[1]);
    if (!trace) {
        std::cerr << trace.error().message << '\n';
        return 2;
    }
    const nv::Status written = trace.value().writeTo(argv[2]);
    if (!written) {
        std::cerr << written.error().message << '\n';
        return 2;
    }
    return 0;
}
