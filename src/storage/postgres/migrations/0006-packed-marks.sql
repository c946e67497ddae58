-- What a mark tells is packed, and how many relationships and identifiers it names stands beside it.
alter table index_mark add column parts integer not null default 0;
alter table index_mark alter column body type bytea using convert_to(body, 'UTF8');
