-- compatible: yes
-- A process without the owner's login refuses to start after a migration that its release does not know and that is not marked as compatible.
GRANT SELECT (logs) ON public._prisma_migrations TO checkout_system;
