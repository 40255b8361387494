-- The queue of contents whose retention has ended.
create index audit_entries_with_content
  on audit_entries (at)
  where content is not null;
