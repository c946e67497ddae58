// What people call the identifier schemes, as the broker's own pages do; knows no value.
export { schemeTitle } from '../../../src/identifiers/index.ts';
