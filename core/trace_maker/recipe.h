// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace_maker/trace_maker.h"

#include <filesystem>
#include <string_view>

/// Which trace does this text describe?  A recipe tells what a program did; the trace it yields is
/// the same on every machine.
/// Shape: one statement a line; words part at blanks, "..." holds a word with blanks (a backslash
/// takes the next character as it is), # begins a comment.  {VAR} in a quoted word is replaced by
/// the number of that variable.
/// Errors: BadArgument, one sentence with the line number; Io for a file that cannot be read.
/// Thread: pure.
///
/// Amounts: TIME and DUR are 12, 12ns, 3.5us, 40ms, 1.2s; DUR may be `DUR+DUR*VAR` (grows with a
/// variable), may end in `~P%` (differs by up to P percent, from the seed) and, where a call lasts,
/// may be `@THREAD` (until the clock of that thread).  SIZE is 4B, 16KiB, 6MiB, 1.5GB; RATE SIZE/s.
///
/// What there is (once, before it is used)
///     layout 2022|2023|2024|2026
///     seed N  /  shuffle N               row order that has nothing to do with time
///     process PID NAME                   later threads and streams are of this process
///     thread ID TID [NAME]               ID is the recipe's own word; becomes the current one
///     gpu DEVICE NAME [sm=N] [bandwidth=RATE] [memory=SIZE] [compute=9.0] [chip=NAME]
///     stream ID NUMBER [device=N] [context=N] [null] [name=TEXT]      the first is the usual one
///     kernel ID DEMANGLED [time=DUR] [short=] [mangled=] [grid=X,Y,Z] [block=X,Y,Z] [regs=N]
///            [static=SIZE] [dynamic=SIZE]
///     graph ID [whole] ... end           lines `KERNEL [DUR]`; whole: recorded as one replay
///     domain ID NUMBER NAME              an NVTX domain
///     capture NAME VALUE  /  environment NAME VALUE  /  duration DUR
///     diagnostic info|warning|error TEXT
///     costs [latency=DUR] [gap=DUR] [tail=DUR] [shortest=DUR] [between=DUR]     of SimulatedRun
///     define NAME ... end                statements to be done later
/// What happens, on the clock of the current thread
///     as ID                              that thread goes on
///     work DUR  /  until TIME  /  meet ID (not before that thread's clock)
///     call NAME DUR  /  os NAME DUR  /  overhead NAME DUR
///     push TEXT [domain=ID]  /  pop  /  mark TEXT  /  open TEXT (never closed)
///     launch KERNEL [DUR] [on=STREAM] [cost=DUR] [api=NAME] [factor=X] [times=N]
///     replay GRAPH [on=] [cost=] [instance={VAR}]      an executable graph of its own per instance
///     copy htod|dtoh|dtod|ptop SIZE [DUR] [rate=RATE] [pageable|pinned] [blocks] [on=] [cost=]
///          [api=]
///     fill SIZE [DUR] [on=] [cost=] [api=]
///     sync STREAM|device [api=NAME]
///     record EVENT [on=] [cost=]  /  wait EVENT [on=] [cost=]
/// Rows at given times, for cases that need exact ones (clocks do not move)
///     row kernel KERNEL START END [on=] [id=N|none]
///     row copy KIND SIZE START END [pageable|pinned] [on=] [id=]
///     row fill SIZE START END [on=] [id=]
///     row replay START END [on=] [id=]
///     row call NAME START END [id=]
///     row sync START END [on=] [id=]
///     row range TEXT START END [domain=]  /  row startend TEXT START END [domain=]
///     row os NAME START END  /  row overhead NAME START END
///         id=N is the correlation id; a row of a device without it has none
///     sql TEXT                           run on the finished file
/// Flow
///     repeat N [VAR] ... end             VAR counts 0, 1, ...
///     if VAR=3,17 ... [else ...] end  /  if VAR%4=0 ...
///     do NAME
namespace nv {

Result<TraceMaker> makeTrace(std::string_view recipe);
Result<TraceMaker> makeTraceFromFile(const std::filesystem::path& path);

} // namespace nv
