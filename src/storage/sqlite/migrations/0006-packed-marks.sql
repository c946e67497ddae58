-- What a mark tells is packed (a BLOB, whatever the column was declared as), and how many relationships and identifiers it names stands beside it.
alter table index_mark add column parts integer not null default 0;
update index_mark set body = cast(body as blob);
