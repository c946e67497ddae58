// Adds RegExp.escape, which the identifier schemes need, to browsers from before 2025.
RegExp.escape ??= (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
