-- The audit log is filtered by member, and names everybody who ever acted in the team.
CREATE INDEX audit_entry_member ON dashboard.audit_entry (team_id, user_id, created_at DESC, id DESC);
