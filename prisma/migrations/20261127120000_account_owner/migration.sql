-- compatible: yes
-- Team of the dashboard that manages an account: its members alone have the account's panel. Null = nobody's yet; an operator assigns it.
ALTER TABLE service.account ADD COLUMN owner_team text;

-- An existing account belongs to the team of its oldest live connection that sign-up or an operator made. Sign-up writes an entry whose id is
-- the team's; an operator's connection has no entry at all, unlike every one that a member connects by a key.
-- step: batches
UPDATE service.account a SET owner_team = made.team_id FROM (
  SELECT DISTINCT ON (c.account ->> 'id') c.account ->> 'id' AS account_id, c.team_id
  FROM dashboard.connection c JOIN service.account s ON s.id = c.account ->> 'id' AND s.owner_team IS NULL
  WHERE c.disconnected_at IS NULL AND (
    EXISTS (SELECT FROM dashboard.audit_entry e WHERE e.id = 'aud_' || substring(c.team_id FROM 6)
      AND e.action = 'connection.connect' AND e.outcome = 'done' AND e.object_id = c.id)
    OR NOT EXISTS (SELECT FROM dashboard.audit_entry e WHERE e.team_id = c.team_id
      AND e.action = 'connection.connect' AND (e.object_id = c.id OR e.object_id IS NULL)))
  ORDER BY c.account ->> 'id', c.created_at, c.id
  LIMIT 5000
) made
WHERE made.account_id = a.id
