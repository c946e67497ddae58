// What the pages for operators are called, and how they say what the interface answers.
export * from '../../../src/http/pages/operator/operator-words.ts';
