// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/column_help.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

struct Help
{
    std::string_view report; ///< beginning of its name; empty: any
    std::string_view title;
    std::string_view text;
};

/// Of several that fit the first one speaks: particular reports before the general meaning.
constexpr std::array kHelp = {
    // What "Duration" and its statistics are of.
    Help{"gpu_gaps", "Duration",
         "How long no kernel, copy or memset of the process ran on the device."},
    Help{"gpu_time_util", "Duration",
         "Length of the run of chunks that were each busy for less than the threshold."},
    Help{"nvtx_pushpop_trace", "Duration", "End - start of the range."},
    Help{"cuda_gpu_trace", "Duration", "End - start on the device."},
    Help{"cuda_api_", "Duration", "How long the call took on the host."},
    Help{"mpi_", "Duration", "How long the MPI call took."},
    Help{"", "Duration",
         "End - start of the event, whole, also where it reaches out of the "
         "window."},
    Help{"gpu_gaps", "Start", "End of the last operation before the gap."},
    Help{"gpu_time_util", "Start", "Begin of the first chunk of the run."},
    Help{"", "Start", "When it began, on the clock of the capture (0 = start of the session)."},
    Help{"", "End", "When it ended, on the clock of the capture."},

    // Sums.
    Help{"", "Time",
         "Total time of the row / sum of the total times of all rows of this report: "
         "never a share of the wall clock."},
    Help{"nvtx_kern_sum", "Total Time",
         "Sum over the pairs of kernel and enclosing range: a kernel inside two ranges of this "
         "name counts twice."},
    Help{"", "Total Time", "Sum of the whole durations; those that overlap add up."},
    Help{"cuda_gpu_mem_size_sum", "Total", "Sum of the bytes moved or set."},
    Help{"", "Total", "Sum over the rows counted."},
    Help{"cuda_api_gpu_sum", "Instances", "Calls and operations with this name."},
    Help{"cuda_gpu_", "Instances", "Launches, copies or memsets with this name."},
    Help{"nvtx_", "Instances", "Ranges with this name."},
    Help{"mpi_", "Instances", "MPI calls with this name."},
    Help{"", "Instances", "Events counted in the row."},
    Help{"", "Num Calls", "Calls counted in the row."},
    Help{"cuda_kern_exec_sum", "Count", "Pairs of a kernel and the API call that launched it."},
    Help{"", "Count", "Operations counted in the row."},
    Help{"", "QCount",
         "Of these the pairs whose kernel starts at or after the end of the call: "
         "only they have a queue time."},
    Help{"cuda_gpu_mem_size_sum", "Avg", "Bytes / count."},
    Help{"cuda_gpu_mem_size_sum", "Med",
         "Half of the operations are not larger; the mean of the "
         "middle two for an even count."},
    Help{"cuda_gpu_mem_size_sum", "Min", "The smallest operation."},
    Help{"cuda_gpu_mem_size_sum", "Max", "The largest operation."},
    Help{"", "Avg", "Total / count of the row, rounded to a tenth."},
    Help{"", "Med", "Half of them take no longer; the mean of the middle two for an even count."},
    Help{"", "Min", "The shortest of the row."},
    Help{"", "Max", "The longest of the row."},
    Help{"", "StdDev", "Sample standard deviation (n - 1); 0 for a single one."},

    // Names and kinds.
    Help{"cuda_gpu_", "Name", "Kernel or operation, in the form chosen under Names."},
    Help{"cuda_api_", "Name",
         "API call without the suffix of its version; two versions of one "
         "call are two rows."},
    Help{"osrt_", "Name", "Function of the operating system's runtime library."},
    Help{"nvtx_", "Name", "Domain and text of the NVTX range."},
    Help{"mpi_", "Name", "MPI function."},
    Help{"", "Name", "What the row is about."},
    Help{"", "Operation", "Kernel, call, or kind of copy or memset."},
    Help{"", "Category",
         "CUDA_API: a call on the host; CUDA_KERNEL, MEMORY_OPER: work on the "
         "device."},
    Help{"", "API Name", "The API call, as the file names it."},
    Help{"", "API Function", "The API call that launched the kernel."},
    Help{"", "Kernel Name", "Kernel, in the form chosen under Names."},
    Help{"", "Range", "Domain and text of the NVTX range."},
    Help{"", "NVTX Range",
         "Domain and text of the range whose thread launched the kernel inside "
         "it; empty: launched outside every range."},
    Help{"", "Style", "PushPop: nested on one thread; StartEnd: may cross threads."},
    Help{"", "Source",
         "Family of the MPI call: point to point, start and wait, collective, "
         "other."},
    Help{"", "Event", "MPI function."},
    Help{"", "Event Type", "Encoder, decoder or JPEG."},
    Help{"", "Thread Name", "Name of the calling thread."},
    Help{"", "GridXYZ", "Blocks of the launch in x, y, z."},
    Help{"", "BlockXYZ", "Threads of a block in x, y, z."},
    Help{"", "GrdX", "Blocks of the launch in x; empty for copies and memsets."},
    Help{"", "GrdY", "Blocks of the launch in y; empty for copies and memsets."},
    Help{"", "GrdZ", "Blocks of the launch in z; empty for copies and memsets."},
    Help{"", "BlkX", "Threads of a block in x; empty for copies and memsets."},
    Help{"", "BlkY", "Threads of a block in y; empty for copies and memsets."},
    Help{"", "BlkZ", "Threads of a block in z; empty for copies and memsets."},
    Help{"", "Reg/Trd", "Registers per thread of the kernel."},
    Help{"", "StcSMem", "Static shared memory of a block."},
    Help{"", "DymSMem", "Dynamic shared memory of a block."},
    Help{"", "Bytes", "Size of the copy or memset; a megabyte is 10^6 bytes."},
    Help{"", "Throughput",
         "Bytes x (10^9 / duration in ns, cut to a whole number): the real "
         "tool's rule, which gives 0 beyond one second."},
    Help{"", "SrcMemKd", "Kind of memory read from; of a memset the memory set."},
    Help{"", "DstMemKd", "Kind of memory written to."},
    Help{"", "Src Kind", "Kind of memory read from."},
    Help{"", "Dst Kind", "Kind of memory written to."},
    Help{"", "Memory Kind", "Kind of the memory set."},

    // Places.
    Help{"", "PID", "Process."},
    Help{"", "Pid", "Process."},
    Help{"", "TID", "Thread that made the call."},
    Help{"", "Tid", "Thread that made the call."},
    Help{"", "T-Pri", "Priority of the thread."},
    Help{"", "Result", "Value the call returned; 0 is success."},
    Help{"", "CorrId", "Joins the operation to its API call, together with the process."},
    Help{"", "CorrID", "Joins the call to the operations it issued, together with the process."},
    Help{"", "DevId", "Device the kernel ran on."},
    Help{"", "Device", "Name and number of the device."},
    Help{"", "Device ID", "Device."},
    Help{"", "Ctx", "CUDA context."},
    Help{"gpu_", "Context ID",
         "Context of the operation before it; contexts of a process are "
         "judged together."},
    Help{"", "Context ID", "CUDA context."},
    Help{"", "GreenCtx", "Green context; empty: none."},
    Help{"", "Green Context ID", "Green context; empty: none."},
    Help{"", "Strm", "CUDA stream."},
    Help{"", "Stream ID", "CUDA stream."},
    Help{"", "Row#", "Rank in this report."},
    Help{"", "In-Use",
         "Sum of the operations' parts inside the run / its length, averaged over "
         "its chunks by length: operations that overlap add up and can exceed 100 "
         "%."},

    // A launch from the call to the end of the kernel: T total, A call, Q queue, K kernel.
    Help{"", "TAvg", "Mean time from the begin of the call to the end of kernel and call."},
    Help{"", "TMed", "Median time from the begin of the call to the end of kernel and call."},
    Help{"", "TMin", "Shortest time from the begin of the call to the end of kernel and call."},
    Help{"", "TMax", "Longest time from the begin of the call to the end of kernel and call."},
    Help{"", "TStdDev", "Sample standard deviation of the total time."},
    Help{"", "AAvg", "Mean time of the launching call."},
    Help{"", "AMed", "Median time of the launching call."},
    Help{"", "AMin", "Shortest launching call."},
    Help{"", "AMax", "Longest launching call."},
    Help{"", "AStdDev", "Sample standard deviation of the time of the call."},
    Help{"", "QAvg",
         "Mean wait from the end of the call to the start of the kernel, over QCount; "
         "kernels that start earlier are left out."},
    Help{"", "QMed",
         "Median wait from the end of the call to the start of the kernel, over "
         "QCount."},
    Help{"", "QMin", "Shortest wait from the end of the call to the start of the kernel."},
    Help{"", "QMax", "Longest wait from the end of the call to the start of the kernel."},
    Help{"", "QStdDev", "Sample standard deviation of the wait."},
    Help{"", "KAvg", "Mean duration of the kernel."},
    Help{"", "KMed", "Median duration of the kernel."},
    Help{"", "KMin", "Shortest kernel."},
    Help{"", "KMax", "Longest kernel."},
    Help{"", "KStdDev", "Sample standard deviation of the duration of the kernel."},
    Help{"", "API Start", "Begin of the launching call, on the clock of the capture."},
    Help{"", "API Dur", "How long the launching call took on the host."},
    Help{"", "Queue Start", "End of the call; empty when the kernel started before it."},
    Help{"", "Queue Dur",
         "From the end of the call to the start of the kernel; empty when the "
         "kernel started before it."},
    Help{"", "Kernel Start", "Begin of the kernel, on the clock of the capture."},
    Help{"", "Kernel Dur", "How long the kernel ran."},
    Help{"", "Total Dur",
         "From the begin of the call to the end of kernel and call, whichever is "
         "later."},

    // NVTX.
    Help{"", "DurChild", "Sum of the durations of the direct children of the range."},
    Help{"", "DurNonChild", "Duration - time in direct children."},
    Help{"", "Lvl", "Depth: 0 for a range inside no other of its thread."},
    Help{"nvtx_gpu_proj_", "NumChild", "Direct children that issued device work, too."},
    Help{"", "NumChild", "Direct children of the range."},
    Help{"", "RangeId", "Row of the range in the file."},
    Help{"", "ParentId", "Row of the enclosing range; empty: none."},
    Help{"", "RangeStack", "Rows of all enclosing ranges, outermost first."},
    Help{"", "NameTree", "Name, two dashes for each level."},
    Help{"", "NVTX Inst", "Ranges of this name that launched the kernel."},
    Help{"", "Kern Inst", "Launches of the kernel inside ranges of this name, each once."},
    Help{"", "Projected Start", "Start of the first device operation issued inside the range."},
    Help{"", "Projected Duration",
         "From the start of the first to the end of the last device "
         "operation issued inside the range: idle time in between is "
         "part of it."},
    Help{"", "Orig Start", "Begin of the range on the host."},
    Help{"", "Orig Duration", "Duration of the range on the host."},
    Help{"", "NumGPUOps",
         "Distinct correlation ids of the device operations issued inside the "
         "range: a graph launch counts once."},
    Help{"", "Total Proj Time", "Sum of the projected durations of the ranges of this name."},
    Help{"", "Total Range Time", "Sum of the durations on the host of the ranges of this name."},
    Help{"", "Range Instances", "Ranges of this name that issued device work."},
    Help{"", "Proj Avg", "Total projected time / range instances."},
    Help{"", "Proj Med", "Half of the projected durations are not longer."},
    Help{"", "Proj Min", "Shortest projected duration."},
    Help{"", "Proj Max", "Longest projected duration."},
    Help{"", "Proj StdDev", "Sample standard deviation of the projected durations."},
    Help{"", "Total GPU Ops", "Sum of the operations of the ranges of this name."},
    Help{"", "Avg GPU Ops", "Total GPU ops / range instances."},
    Help{"", "Avg Range Lvl", "Mean depth of the ranges of this name."},
    Help{"", "Avg Num Child", "Mean number of direct children with device work."},

    // Unified memory.
    Help{"", "Virtual Address", "Page that faulted or was moved."},
    Help{"", "HtoD Migration size", "Bytes moved to the device for this address."},
    Help{"", "DtoH Migration size", "Bytes moved to the host for this address."},
    Help{"um_cpu_page_faults_sum", "CPU Page Faults", "Faults raised at this instruction."},
    Help{"", "CPU Page Faults", "Faults of the host at this address."},
    Help{"", " GPU Page Faults", "Faults of the device at this address, groups added up."},
    Help{"", "GPU Page Faults", "Faults of the device at this address, groups added up."},
    Help{"", "Migration Throughput",
         "Bytes moved both ways x (10^9 / total duration in ns, cut to "
         "a whole number)."},
    Help{"", "CPU Instruction Address", "Instruction that raised the fault."},
    Help{"", "Total HtoD Migration Size", "Bytes moved to devices."},
    Help{"", "Total DtoH Migration Size", "Bytes moved to the host."},
    Help{"", "Total CPU Page Faults", "Faults of the host; not limited by the window."},
    Help{"", "Total GPU PageFaults", "Faults of devices, groups added up."},
    Help{"", "Minimum Virtual Address", "Lowest address; empty when any of the four sources is."},
    Help{"", "Maximum Virtual Address", "Highest address; empty when any of the four sources is."},

    // MPI.
    Help{"", "Tag", "Tag of the message."},
    Help{"", "Rank", "Rank of the caller."},
    Help{"", "PeerRank", "Rank at the other end."},
    Help{"", "RootRank", "Root of the collective."},
    Help{"", "Size", "Size of the message."},
    Help{"", "CollSendSize", "Bytes this rank sends in the collective."},
    Help{"", "CollRecvSize", "Bytes this rank receives in the collective."},
};

template <std::size_t N>
bool isOneOf(std::string_view title, const std::array<std::string_view, N>& titles)
{
    return std::find(titles.begin(), titles.end(), title) != titles.end();
}

} // namespace

std::string_view columnHelp(std::string_view report, std::string_view title)
{
    const auto help = std::find_if(kHelp.begin(), kHelp.end(), [&](const Help& h) {
        return h.title == title && report.starts_with(h.report);
    });
    return help == kHelp.end() ? std::string_view{} : help->text;
}

bool isIdColumn(std::string_view title)
{
    constexpr std::array<std::string_view, 27> kIds = {"PID",
                                                       "Pid",
                                                       "TID",
                                                       "Tid",
                                                       "CorrId",
                                                       "CorrID",
                                                       "DevId",
                                                       "Device ID",
                                                       "Ctx",
                                                       "GreenCtx",
                                                       "Strm",
                                                       "Context ID",
                                                       "Stream ID",
                                                       "Green Context ID",
                                                       "Result",
                                                       "T-Pri",
                                                       "RangeId",
                                                       "ParentId",
                                                       "Row#",
                                                       "Tag",
                                                       "Rank",
                                                       "PeerRank",
                                                       "RootRank",
                                                       "Lvl",
                                                       "Virtual Address",
                                                       "Minimum Virtual Address",
                                                       "Maximum Virtual Address"};
    return isOneOf(title, kIds);
}

bool isInstantColumn(std::string_view title)
{
    constexpr std::array<std::string_view, 7> kInstants = {
        "Start",        "End",        "API Start",      "Queue Start",
        "Kernel Start", "Orig Start", "Projected Start"};
    return isOneOf(title, kInstants);
}

bool isNameColumn(std::string_view title)
{
    constexpr std::array<std::string_view, 9> kNames = {"Name",         "Operation",   "API Name",
                                                        "API Function", "Kernel Name", "Range",
                                                        "NVTX Range",   "Event",       "NameTree"};
    return isOneOf(title, kNames);
}

} // namespace nv
