-- The counts of the statistics, and which process counts now.
create table counted_holdings (
  only_row integer primary key check (only_row = 1),
  claimed_by text,
  claimed_until bigint,
  -- JSON, compressed (zstd) where it is long; null where nothing was ever counted.
  body bytea
);
insert into counted_holdings values (1, null, null, null);
