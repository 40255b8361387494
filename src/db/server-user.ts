/** An unprivileged user, for a server started by root. PostgreSQL refuses to run as root itself. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}
