-- Lists the members of Version groups, with the Identity groups they lie in, without reading their rows, which lie all over the table.
drop index identifier_by_version;
create index identifier_by_version on identifier (version_id, identity_id) include (id) where version_id is not null;
