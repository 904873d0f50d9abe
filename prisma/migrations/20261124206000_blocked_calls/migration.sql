-- A 403 is a blocked account, whose key is valid.
ALTER TABLE dashboard.connection DROP CONSTRAINT connection_calls_paused_by,
  ADD CONSTRAINT connection_calls_paused_by CHECK (calls_paused_by IN ('rate_limited', 'refused', 'blocked', 'away'));
