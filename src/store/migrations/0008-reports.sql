-- The works that each provider speaks of and that are cited most, as they were counted with all
-- that is held.
create table provider_works (
  provider_id bigint primary key,
  -- JSON, compressed (zstd) where it is long: when they were counted, how many there are, and names
  -- of Identity groups, the most cited first.
  body bytea not null
);
-- DOIs in the order of their bytes, for those that begin alike (see textOrder of the dialect).
{doi index}
