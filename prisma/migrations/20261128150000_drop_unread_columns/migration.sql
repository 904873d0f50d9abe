-- compatible: yes
-- The release before does not name what is dropped here.
ALTER TABLE dashboard.connection
  DROP COLUMN last_event_at, DROP COLUMN refunds_unanswered, DROP COLUMN sizes_counted_at;
