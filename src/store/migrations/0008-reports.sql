-- The works of each provider that are cited most, as counted for the statistics.
create table provider_works (
  provider_id bigint primary key,
  -- JSON, compressed (zstd) where it is long: when they were counted, how many there are, and ids
  -- of Identity groups, the most cited first.
  body bytea not null
);
-- DOIs in the order of their bytes, for those with a common beginning (see textOrder of the
-- dialect).
{doi index}
