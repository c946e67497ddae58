-- What a mark tells is packed, and how many relationships and identifiers it names stands beside it.
alter table index_mark add column parts integer not null default 0;
update index_mark set parts = jsonb_array_length(body::jsonb -> 0) / 4 + jsonb_array_length(body::jsonb -> 1) + jsonb_array_length(body::jsonb -> 2);
alter table index_mark alter column body type bytea using convert_to(body, 'UTF8');
