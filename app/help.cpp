// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

namespace nv {
namespace {

constexpr const char* kProgram =
    R"(nsys-verdict: where the wall clock of an Nsight Systems trace went, and what to do next

  nsys-verdict [TRACE] [--window SPEC] [--compare OTHER] [--theme light|dark]
               [--grab FILE.png [--size WxH]]
                                 the window, OTHER beside TRACE; --theme holds for this run;
                                 --grab draws it off-screen and exits
  nsys-verdict analyze TRACE     budget, classes and tables of a window; gates for scripts
  nsys-verdict stats   TRACE     the reports of nsys stats
  nsys-verdict compare BASE TARGET
                                 what changed in a step from one trace to the other
  nsys-verdict render  TRACE     the timeline as a picture
  nsys-verdict save    TRACE     a window as a smaller export
  nsys-verdict review  TRACE     the findings kept in the window, to hand over
  nsys-verdict [COMMAND] --help | --version

TRACE is an SQLite export of Nsight Systems (nsys export --type sqlite), or a report (.nsys-rep,
.qdrep), which the nsys of this machine converts first.
)";

constexpr const char* kAnalyze = R"(nsys-verdict analyze TRACE [OPTIONS]

  --window SPEC        steady (default when a steady state is found, else all)
                       all | S/E | nvtx:NAME[@DOMAIN][/N]
  --device N           only this device
  --json FILE|-        everything, as JSON
  --markdown FILE|-    the report for people; on stdout when no output is given
  --html FILE|-        a page for a review: the same with a picture of the window and the commands
                       that repeat it; loads nothing. With --redact names of kernels, ranges,
                       processes and the file are replaced
  --thresholds FILE    limits that differ from the defaults, and bytes per launch of kernels
                       (JSON): {"classes":{"sync":0.2},"bytes_per_launch":{"KERNEL":1048576}}
  --name-rules FILE    what kernels are called and which family they belong to: lines of
                       REGEX<TAB>LABEL or REGEX<TAB>LABEL<TAB>FAMILY, the first that fits counts
  --fail-if EXPR       a gate, may be repeated: NAME [OP VALUE], OP one of > >= < <= == !=
                       'gpu_idle_ratio>0.3'  'class.sync-bound'  'step.p95_ns>8ms'
                       'classification.classes.sync-bound.share>10%'
)";

constexpr const char* kStats = R"(nsys-verdict stats TRACE -r REPORT[,REPORT...] [OPTIONS]

  -r REPORT,...        names of nsys stats: cuda_gpu_kern_sum, cuda_gpu_trace:base,
                       um_sum:rows=20, nvtx_kern_sum:base, ...; of nsys analyze:
                       gpu_gaps:gap=1, cuda_memcpy_async:rows=-1, ...
  --filter-time S/E    only events in this time
  --filter-nvtx NAME[@DOMAIN][/N]
                       only events inside this range; beats --filter-time
  --timeunit U         nsec, usec, msec or sec
  --format FORMAT      csv, table (default) or json; with units as in csv:mem=B:thru=B,
                       of time=, mem=, thru= or bytes=
  -o DIR|-             one file per report in DIR; - is stdout (default)
)";

constexpr const char* kCompare = R"(nsys-verdict compare BASE TARGET [OPTIONS]

  --window SPEC        of both traces: steady (default when found, else all) | all | S/E |
                       nvtx:NAME[@DOMAIN][/N]
  --target-window SPEC another one for TARGET
  --json FILE|-        everything, as JSON
  --markdown FILE|-    the report for people; on stdout when no output is given
  --html FILE|-        the same as a page of its own
  --thresholds FILE    limits that differ from the defaults (JSON)
  --fail-if EXPR       a gate, may be repeated: NAME OP VALUE, NAME a path of the JSON
                       'per_step.wall_ns.percent>5'  'nvtx._fetch_new_requests.delta>50us'
)";

constexpr const char* kRender = R"(nsys-verdict render TRACE -o FILE.png|.svg|.pdf [OPTIONS]

  -o FILE              the picture; its ending says the format
  --window SPEC        the window that is marked: steady | all | S/E | nvtx:NAME[@DOMAIN][/N]
  --view S/E           the time that is drawn (default: all)
  --size WxH           default 1280x720
  --theme light|dark   default light
  --thresholds FILE    limits that differ from the defaults (JSON)
)";

constexpr const char* kSave = R"(nsys-verdict save TRACE -o OUT.sqlite [OPTIONS]

  -o OUT.sqlite        an export with the events of the window and all they refer to, for a
                       colleague: opens here and in nsys; holds no environment variable
  --window SPEC        steady (default when a steady state is found, else all)
                       all | S/E | nvtx:NAME[@DOMAIN][/N]
  --thresholds FILE    limits that differ from the defaults (JSON)
)";

constexpr const char* kReview = R"(nsys-verdict review TRACE --session FILE [OPTIONS]

  --session FILE       the findings, as File > Export marks, ranges and findings writes them; those
                       of another trace are refused
  --html FILE|-        one page that loads nothing: each finding with its picture, note, figures,
                       budget, kernels and the commands that repeat it
  --markdown FOLDER    review.md and the pictures beside it; replaces an earlier one only
  --pdf FILE|-         the same on A4
  --thresholds FILE    limits that differ from the defaults (JSON)
  --name-rules FILE    what kernels are called and which family they belong to
                       With --redact names of kernels, ranges, processes and the file are replaced,
                       in titles and notes too
)";

constexpr const char* kCommon = R"(
  --nsys PATH          the nsys that converts reports (default: that of the settings of the window,
                       else the newest that is found)
  --load-range S/E     read only this time of the capture, where the whole does not fit into memory
                       or would take too long; all figures are then those of this part
  --no-cache           neither keep what opening a large trace works out for its next opening, nor
                       take it from there
  --redact             leave out process names and command lines
  --help, --version

Exit status: 0 done, 1 a gate was crossed, 2 bad usage or input, 3 a gate could not be judged,
4 a fault of the program, 130 interrupted.
)";

} // namespace

std::string helpText(Command command)
{
    switch (command) {
    case Command::Window:
        return std::string(kProgram) + kCommon;
    case Command::Analyze:
        return std::string(kAnalyze) + kCommon;
    case Command::Stats:
        return std::string(kStats) + kCommon;
    case Command::Compare:
        return std::string(kCompare) + kCommon;
    case Command::Save:
        return std::string(kSave) + kCommon;
    case Command::Review:
        return std::string(kReview) + kCommon;
    case Command::Render:
        break;
    }
    return std::string(kRender) + kCommon;
}

} // namespace nv
