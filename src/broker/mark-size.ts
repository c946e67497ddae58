// How much a mark of the index tells of; knows neither who leaves marks nor who applies them.

/**
 * A mark tells of so many relationships, and of so many identifiers that changed, at most: marks are applied whole, and a round of a server holds as many in memory. With 10,000 a server
 * beside submissions and a load took 38 MiB more, and no less of a processor.
 */
export const mostOfMark = 2_500;
