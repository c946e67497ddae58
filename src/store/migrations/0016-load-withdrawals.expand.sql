-- Loads that are withdrawn as a whole, by the number of their first event.
create table load_withdrawal (
  load_first bigint primary key,
  withdrawn_at bigint not null,
  withdrawn_by bigint,
  withdraw_reason text,
  -- 1 while events of the load are still to be withdrawn.
  is_open smallint not null,
  -- Only events before this one are still to be withdrawn; null: all.
  before_event bigint
);
create index load_withdrawal_open on load_withdrawal (withdrawn_at) where is_open = 1;
-- 1 where a Withdrawn event was withdrawn with its load, which restores it.
alter table link_event add column
  with_load smallint;
