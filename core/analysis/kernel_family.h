// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// What kind of operation does a kernel's name stand for?
/// Families, in the order in which a name is asked for them: "collective", "MoE", "attention",
/// "KV cache", "SSM", "sparse", "solver", "convolution", "GEMV", "GEMM", "FFT", "RNN", "RoPE",
/// "norm", "loss", "softmax", "activation", "quantisation", "optimizer", "resampling", "pooling",
/// "sampling", "sort", "scan", "gather-scatter", "random", "reduction", "fill", "copy",
/// "elementwise"; of generated code whose name tells no more "Triton" and "fusion"; else "other".
/// Asked are the names that cuBLAS, cuDNN, CUTLASS, FlashAttention, FlashInfer, TensorRT-LLM, vLLM,
/// SGLang, PyTorch, Triton, CuPy, CUB, NVFuser and NCCL give their kernels; the demangled name where
/// the short one is shared by many operations (PyTorch's elementwise_kernel, CUTLASS' Kernel).
/// A guess by words of the name, for grouping only: no class of the budget depends on it.
/// Cost: O(length of the names · words).  Thread: pure.  Source: host-overhead.md 6.3.
namespace nv {

class NameRules;

/// `demangled` may be empty: then the short name alone is asked.
std::string_view kernelFamily(std::string_view shortName, std::string_view demangled = {});

/// As above, but the first of the user's rules with a family that fits either name goes before.
/// The answer lives as long as the rules do; `rules` may be null.
std::string_view kernelFamily(std::string_view shortName, std::string_view demangled,
                              const NameRules* rules);

} // namespace nv
