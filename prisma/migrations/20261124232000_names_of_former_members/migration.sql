-- Members who left or were removed keep their names in the activity.
CREATE INDEX audit_entry_former_member ON dashboard.audit_entry (team_id, object_id)
  WHERE action IN ('team.remove_member', 'team.leave');
