divert(-1)
# Macros that every .mdve model starts with.
#
#   default(NAME, value)                          NAME is value unless -D NAME=... was given
#   forloop(x, from, to, `body')                  body for x = from .. to
#   myloop(x, from, to, `body', `separator')      the same, with the separator in between
#   top(s), push(s, value), pop(s)                a stack in the vector s with the fill s_act
#   async_channel(c), loosy_channel(c)            a medium between c_in and c_out that holds one
#   buffer_channel(c, size)                       message, may lose it, or queues up to size
#
# A medium is a process of its own, so its text is kept back until the system line.
#
# A model is data: what would let it run programs or write files is taken away.
# It cannot open a file either (macros.cpp).  Files that it may read come in as macros named after them, made
# anew in every run; for one that is not there yet m4 is stopped, and runs again when it was fetched.
define(`_clew_undivert', defn(`undivert'))
define(`_clew_read', `ifdef(`_clew_$1 $2', `indir(`_clew_$1 $2', `$')', `_clew_ask(`$1', `$2')')')
define(`_clew_ask', `errprint(`
clew_ask $1 '__line__` $2
clew_asked
')m4exit(77)')
define(`include', `ifelse($#, 0, ``$0'', `_clew_read(`include', `$1')')')
define(`sinclude', `ifelse($#, 0, ``$0'', `_clew_read(`sinclude', `$1')')')
define(`undivert', `ifelse($#, 0, `_clew_undivert', `_clew_each(`_clew_undivert_one', $@)')')
define(`_clew_each', `$1(`$2')ifelse($#, 2, `', `_clew_each(`$1', shift(shift($@)))')')
define(`_clew_undivert_one', `ifelse(regexp(`$1', `^[0-9]*$'), -1, `_clew_read(`undivert', `$1')',
  `_clew_undivert(`$1')')')

undefine(`syscmd')
undefine(`esyscmd')
undefine(`mkstemp')
undefine(`maketemp')
undefine(`debugfile')
undefine(`changeword')
undefine(`loadmodule')

# Without arguments each of them is an ordinary word: a state may be called `top'.
# The last argument of _forloop and _myloop is where the loop begins, for turns.cpp, which marks the turns.
define(`default', `ifelse($#, 0, ``$0'', `ifdef(`$1', `', `define(`$1', `$2')')')')
define(`forloop', `ifelse($#, 0, ``$0'', `ifelse(eval(($2) <= ($3)), 1,
  `pushdef(`$1', eval($2))_forloop(`$1', eval($3), `$4', eval($2))popdef(`$1')')')')
define(`_forloop', `$3`'ifelse($1, `$2', `', `define(`$1', incr($1))_forloop(`$1', `$2', `$3', `$4')')')
define(`myloop', `ifelse($#, 0, ``$0'', `ifelse(eval(($2) <= ($3)), 1,
  `pushdef(`$1', eval($2))_myloop(`$1', eval($3), `$4', `$5', eval($2))popdef(`$1')')')')
define(`_myloop',
  `$3`'ifelse($1, `$2', `', ` $4`'define(`$1', incr($1))_myloop(`$1', `$2', `$3', `$4', `$5')')')

define(`top', `ifelse($#, 0, ``$0'', `$1[$1_act-1]')')
define(`push', `ifelse($#, 0, ``$0'', `$1[$1_act] = $2, $1_act = $1_act + 1')')
define(`pop', `ifelse($#, 0, ``$0'', `$1[$1_act-1] = 0, $1_act = $1_act - 1')')

define(`bool', `byte')
define(`_medium', `channel $1_in, $1_out;
divert(1)
process channel_$1 {
byte v;
state ready, tr;
init ready;
trans
 ready -> tr { sync $1_in?v; },
$2 tr -> ready { sync $1_out!v; };
}
divert(0)')
define(`async_channel', `ifelse($#, 0, ``$0'', `_medium(`$1', `')')')
define(`loosy_channel', `ifelse($#, 0, ``$0'', `_medium(`$1', ` tr -> ready { },
')')')
define(`buffer_channel', `ifelse($#, 0, ``$0'', `channel $1_in, $1_out;
divert(1)
process channel_$1 {
byte buf[$2];
byte buf_act;
state q;
init q;
trans
 q -> q { guard buf_act < $2; sync $1_in?buf[buf_act]; effect buf_act = buf_act + 1; },
 q -> q { guard buf_act > 0; sync $1_out!buf[0];
  effect forloop(`_i', 0, eval($2 - 2), `buf[_i] = buf[incr(_i)], ')buf[decr($2)] = 0, buf_act = buf_act - 1; };
}
divert(0)')')
define(`system', `undivert(1)'``system'')
undefine(`builtin')
# From here on a comment of the model is a comment for m4 too: words in it are not expanded.
changecom(`//')
divert(0)dnl
