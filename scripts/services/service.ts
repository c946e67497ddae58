/** What a started server looks like to those who use it; it does not know which server it is. */

import type { GuardedProcess } from './guarded-process.ts';

/** Is a server that answers. */
export type Service = GuardedProcess & { name: string; url: string };
