// Holds the sender on whose behalf the program works, for queues behind the interface.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Holds the key of the sender of the request being handled. */
export const askingSender = new AsyncLocalStorage<string>();
