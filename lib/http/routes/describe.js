// Short forms for what the descriptions of several routes have in common (OpenAPI); knows no route.
import {                   z } from '@hono/zod-openapi';
import { jsonMediaType } from '../answers/media-types.js';

                                                 

/** Describes a time as answers have it: ISO 8601 in UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

/** Gives an example of a time. */
export const exampleTime = '2026-01-31T12:00:00.000Z';

/** Describes an answer in JSON. */
export function jsonResponse(description        , schema           )           {
	return { description, content: { [jsonMediaType]: { schema } } };
}

/** Describes a body in JSON that a request needs. */
export function jsonBody(schema           ) {
	return { required: true, content: { [jsonMediaType]: { schema } } };
}

/** Describes a header that an answer always has. */
export function header(description        , schema         = { type: 'string' }) {
	return { description, required: true, schema };
}
