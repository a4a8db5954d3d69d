# How the model's engine is compiled. CMake reads this after each project() line of its source.

# Made for this very processor, it crashes in some virtual machines: those that announce AMX.
set(GGML_NATIVE OFF)

# Pictures and llama.cpp's own command-line tools aren't needed; they'd take half of the time.
set(LLAVA_BUILD OFF)
set(LLAMA_BUILD_COMMON OFF)
