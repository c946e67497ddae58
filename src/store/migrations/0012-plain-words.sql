-- Plain names for what was withdrawn, what is unindexed, what is retired, and the sync token.
alter table link_event rename column unsearchable to unindexed;
alter table identifier rename column gone to retired;
alter table taken_back_assertion rename to withdrawn_assertion;
alter table taken_back_description rename to withdrawn_description;
alter table index_state rename column mark to sync_token;
alter table index_state rename column announced_mark to announced_sync_token;
alter table deferred_change rename to unindexed_change;
alter table kept_change rename to unindexed_piece;
drop index link_event_unsearchable;
create index link_event_unindexed on link_event (sequence) where unindexed = 1;
drop index link_event_taking_back;
create index link_event_withdrawing on link_event (sequence) where action <> 'assert';
